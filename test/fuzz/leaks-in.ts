// What must never stand in an answer: stacks, paths, the runtime's and the libraries' own words, unset values.
const INTERNAL = new RegExp(
  [
    String.raw`\n\s+at `,
    "node_modules",
    "/src/",
    String.raw`file://`,
    String.raw`\.ts\b`,
    String.raw`\.js:\d`,
    "undefined",
    String.raw`\[object`,
    String.raw`\bNaN\b`,
    "Error:",
    "(?:sqlite|SQLITE)",
    String.raw`\bSELECT\b`,
    String.raw`127\.0\.0\.1`,
    String.raw`\bE(?:CONN|PIPE|NOENT|ACCES)`,
    String.raw`\bERR_`,
    "FST_",
    "fastify",
    "grpc-js",
    "connectrpc",
    "protobuf-es",
    "llhttp",
    "HPE_",
    "zlib",
    String.raw`\bZ_[A-Z]+_ERROR`,
  ].join("|"),
  "g",
);

/** The internals in a text. What the caller sent and gets repeated is none. */
export function leaksIn(text: string, sent: string): readonly string[] {
  const lowerSent = sent.toLowerCase();
  return [...text.matchAll(INTERNAL)]
    .map(([leak]) => leak)
    .filter((leak) => !lowerSent.includes(leak.toLowerCase().trim()));
}
