// What a sentence says: the things that it names, and the part of the session that it names with each of them.
import { NAMED, NATIVE_WORDS, type Named, type Part } from "./native-words.ts";

export interface Reading {
  readonly tag: string;
  /** As it was written, and with plain spaces. */
  readonly text: string;
  /** The sentence with the weather, and what it says after "Good weather for golf". */
  readonly main: string;
  readonly body: string;
  readonly named: ReadonlySet<Named>;
  /** The same with the sentences after it: "About 20°C, wind about 25 km/h." */
  readonly namedAnywhere: ReadonlySet<Named>;
  /** In their order, without what is in brackets. */
  readonly things: readonly Found<Named>[];
  /** The same without the snow of "poor visibility in snow". */
  readonly reasons: readonly Found<Named>[];
  readonly parts: readonly FoundPart[];
  /** The thing that each part is about, in the same order; undefined for one that is about all of them. */
  readonly about: readonly (Named | undefined)[];
  readonly says: (words: ListOfWords, where?: "text" | "body") => boolean;
}

interface Found<Kind> {
  readonly kind: Kind;
  readonly from: number;
  readonly to: number;
}

export interface FoundPart extends Found<Part> {
  /** Of hours, or which hour. */
  readonly count: number;
  /** "Especially at first": about all that the sentence says. */
  readonly isOfAll: boolean;
}

type Words = (typeof NATIVE_WORDS)[string];

/** The lists of words that are not for things or parts. */
export type ListOfWords = Exclude<
  keyof Words,
  "named" | "parts" | "idioms" | "numbers" | "ordinals" | "between" | "joins"
>;

/** With `isTold`, what was told before comes first: "On Sunday it looked good." */
export function readSentence(tag: string, written: string, isTold: boolean): Reading {
  const words = wordsOf(tag);
  const text = written.replaceAll(/[\u00a0\u202f]/g, " ");
  const sentences = text.replaceAll("evtl.", "evtl").split(/(?<=\.)\s+(?=\p{Lu})/u);
  const [main = "", ...later] = isTold ? sentences.slice(1) : sentences;
  const body = bodyOf(tag, main);
  const { parts, things: all } = scan(tag, body);
  const things = all.filter(({ from }) => !isInBrackets(body, from));
  const reasons = things.filter(({ kind, from }, index) => {
    const before = things[index - 1];
    return kind !== "snow" || before?.kind !== "visibility" || breaksIn(tag, body.slice(before.to, from)) > 0;
  });
  return {
    tag,
    text,
    main,
    body,
    named: new Set(all.map(({ kind }) => kind)),
    namedAnywhere: new Set([...all, ...scan(tag, later.join(" ")).things].map(({ kind }) => kind)),
    things,
    reasons,
    parts,
    about: parts.map((part) => (part.isOfAll ? undefined : nearest(tag, { body, things: reasons, part }))),
    says: (list, where = "body") => has(pattern(tag, list, words[list]), where === "body" ? body : text),
  };
}

/** A sentence about a thunderstorm begins with it: "Thunderstorms expected: not safe for golf". */
function bodyOf(tag: string, main: string): string {
  const [opening = "", ...rest] = main.split(/(?<=[:,])/);
  return has(namePattern(tag, "thunder"), opening) ? opening : rest.join("");
}

interface Taken<Kind> extends Found<Kind> {
  readonly match: string;
}

function scan(tag: string, body: string) {
  const words = wordsOf(tag);
  let unread = body;
  /** What is found is not read again. */
  const take = <Kind>(kind: Kind, expression: RegExp): readonly Taken<Kind>[] => {
    const found = [...unread.matchAll(expression)].map(({ 0: match, index }) => ({
      kind,
      from: index,
      to: index + match.length,
      match,
    }));
    for (const { from, to } of found)
      unread = unread.slice(0, from) + "_".repeat(to - from) + unread.slice(to);
    return found;
  };
  take("idioms", pattern(tag, "idioms", words.idioms));
  const soon = take<Part>("soon", partPattern(tag, "soon"));
  take("justBefore", pattern(tag, "justBefore", words.justBefore));
  take("afterTheEnd", pattern(tag, "afterTheEnd", words.afterTheEnd));
  const others = PARTS.flatMap((kind) => take(kind, partPattern(tag, kind)));
  const especially = pattern(tag, "especially", words.especially);
  const parts = [...soon, ...others]
    .toSorted((a, b) => a.from - b.from)
    .map(({ kind, from, to, match }) => ({
      kind,
      from,
      to,
      count: countIn(words, kind, match),
      isOfAll: has(especially, clauseAround(body, from)),
    }));
  const things = NAMED.flatMap((kind) => take(kind, namePattern(tag, kind)));
  return { parts, things: things.toSorted((a, b) => a.from - b.from) };
}

/** The thing with the fewest words such as "and" between it and a part of the session; of these, the nearest. */
function nearest(
  tag: string,
  {
    body,
    things,
    part,
  }: { readonly body: string; readonly things: readonly Found<Named>[]; readonly part: Found<Part> },
): Named | undefined {
  const distance = ({ from, to }: Found<Named>) => {
    const gap = from > part.from ? body.slice(part.to, from) : body.slice(to, part.from);
    return breaksIn(tag, gap) * 1000 + gap.length;
  };
  return things.toSorted((a, b) => distance(a) - distance(b))[0]?.kind;
}

/** Commas and words such as "and". A bracket belongs to the words before it, with its commas. */
function breaksIn(tag: string, text: string): number {
  const bare = text.replaceAll(/\([^)]*\)/g, "");
  const between = pattern(tag, "between", wordsOf(tag).between);
  return bare.split(/[,;:]/).length - 1 + [...bare.matchAll(between)].length;
}

/** Longer names first: "after the first hour" contains "the first hour". */
const PARTS: readonly Part[] = [
  "afterHours",
  "afterHalfHour",
  "fromHour",
  "untilHour",
  "firstHalfHour",
  "lastHalfHour",
  "firstHalf",
  "secondHalf",
  "firstHours",
  "lastHours",
  "whole",
  "some",
  "midway",
  "atEnd",
  "atFirst",
  "later",
];

function countIn({ numbers, ordinals }: Words, kind: Part, match: string): number {
  const digits = /\d+/.exec(match);
  if (digits !== null) return Number(digits[0]);
  const names = kind === "fromHour" || kind === "untilHour" ? ordinals : numbers;
  const words = ` ${match.toLowerCase().replaceAll("’", " ")} `;
  const at = names.findLastIndex((name) => words.includes(` ${name} `));
  return at < 0 ? 1 : at + 1;
}

function clauseAround(body: string, at: number): string {
  const from = Math.max(body.lastIndexOf(",", at), body.lastIndexOf(":", at)) + 1;
  const to = body.indexOf(",", at);
  return body.slice(from, to < 0 ? undefined : to);
}

function isInBrackets(body: string, at: number): boolean {
  return body.lastIndexOf("(", at) > body.lastIndexOf(")", at);
}

export function wordsOf(tag: string): Words {
  const words = NATIVE_WORDS[tag.slice(0, 2)];
  if (words === undefined) throw new Error(`there are no words of ${tag}`);
  return words;
}

export function namePattern(tag: string, kind: Named): RegExp {
  return pattern(tag, `named ${kind}`, wordsOf(tag).named[kind]);
}

function partPattern(tag: string, kind: Part): RegExp {
  return pattern(tag, `part ${kind}`, wordsOf(tag).parts[kind] ?? []);
}

const patterns = new Map<string, RegExp>();

/** Matches any of these fragments as whole words, the longest first. */
export function pattern(tag: string, name: string, fragments: readonly string[]): RegExp {
  const key = `${tag.slice(0, 2)} ${name}`;
  let found = patterns.get(key);
  if (found === undefined) {
    const { numbers, ordinals } = wordsOf(tag);
    const alternatives = fragments
      .toSorted((a, b) => b.length - a.length)
      .map((each) => each.replaceAll("#th", anyOf(ordinals)).replaceAll("#", anyOf(numbers)));
    // Without fragments it matches nothing.
    const any = alternatives.length === 0 ? "(?!)" : alternatives.join("|");
    found = new RegExp(`(?<![\\p{L}\\d])(?:${any})(?![\\p{L}\\d])`, "giu");
    patterns.set(key, found);
  }
  return found;
}

function anyOf(names: readonly string[]): string {
  return `(?:${names.toReversed().join("|")}|\\d+\\.?)`;
}

/** `test` of a global expression would go on where it stopped. */
export function has(expression: RegExp, text: string): boolean {
  return text.search(expression) >= 0;
}
