// Names and comments of the types in src/api.ts.

/** `/v1/safe-slots` is SafeSlots, and `/v1/bookings:review` ReviewBookings. */
export function pascal(path: string): string {
  const [noun = "", verb = ""] = path.replace(/^\/v1\//, "").split(":");
  return `${verb}-${noun}`
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

export function camel(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

const LINE_CHARS = 100;

/** A comment of one or several lines, after a line break; empty for an empty text. */
export function comment(text: string): string {
  const lines = text.trim().split("\n").flatMap(wrapped);
  if (lines.length === 1) return lines[0] === "" ? "" : `\n/** ${lines[0]} */\n`;
  return `\n/**\n${lines.map((line) => ` * ${line}`).join("\n")}\n */\n`;
}

function wrapped(text: string): readonly string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + 1 + word.length > LINE_CHARS) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines;
}
