import * as prettier from "prettier";
import { creditLine } from "../../src/weather/attribution.ts";
import { PROVIDERS } from "../../src/weather/providers/providers.ts";
import { halves } from "./halves.ts";

const BEGIN = "<!-- providers -->";
const END = "<!-- end of providers -->";

/** docs/weather.md with a paragraph for each provider between its two comments. */
export async function pageWithProviders(page: string): Promise<string> {
  const [before, after] = halves(page, BEGIN);
  const [, rest] = halves(after, END);
  const paragraphs = PROVIDERS.map(
    ({ name, title, credit, about }) => `**${title}** (\`${name}\`). ${creditLine(credit)}. ${about}`,
  );
  const written = [before + BEGIN, ...paragraphs, END + rest].join("\n\n");
  const config = await prettier.resolveConfig("docs/weather.md");
  return prettier.format(written, { ...config, parser: "markdown" });
}
