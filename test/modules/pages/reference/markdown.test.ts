import { describe, expect, it } from "vitest";
import { inlineHtml, markdownHtml } from "../../../../src/modules/pages/reference/markdown.ts";

describe("the HTML of a comment", () => {
  it("has its paragraphs, and its list after the lines before it", () => {
    expect(markdownHtml("One\nline.\n\nWords:\n- `low`: little\n- `high`: much").replaceAll("\n", "")).toBe(
      "<p>One line.</p><p>Words:</p><ul><li><code>low</code>: little</li><li><code>high</code>: much</li></ul>",
    );
  });

  it.each([
    ["code", "`a<b>`", "<code>a&lt;b&gt;</code>"],
    ["a link", "[A & B](https://a.example/?b&c)", '<a href="https://a.example/?b&amp;c">A &amp; B</a>'],
    ["a link with a quote", '[a](https://x")', '<a href="https://x&quot;">a</a>'],
    ["a link to a script", "[a](javascript:b)", "[a](javascript:b)"],
    ["tags", "<b>&", "&lt;b&gt;&amp;"],
  ])("makes of %s nothing but text, code and links: %s", (_what, text, html) => {
    expect(inlineHtml(text)).toBe(html);
  });
});
