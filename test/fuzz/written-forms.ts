// One value in many forms: odd ones that a grammar allows, and near misses that it does not. Each generator names the grammar
// that it follows.
import fc from "fast-check";
import { weighted, wordOf } from "./choices.ts";
import type { Complaint } from "./fuzz-runs.ts";

export interface WrittenForm {
  readonly text: string;
  readonly isAllowed: boolean;
  /** For the complaint. */
  readonly grammar: string;
}

/** A complaint if the form was taken though its grammar does not allow it, or the other way round. */
export function formComplaints(form: WrittenForm, isTaken: boolean, about: string): readonly Complaint[] {
  if (form.isAllowed === isTaken) return [];
  const promise = form.isAllowed
    ? `what ${form.grammar} allows is taken`
    : `what ${form.grammar} does not allow is refused`;
  return [{ promise, about: `${JSON.stringify(form.text)}: ${about}` }];
}

type Texts = fc.Arbitrary<string>;

function forms(grammar: string, allowed: Texts, others: Texts): fc.Arbitrary<WrittenForm> {
  return weighted(
    [3, allowed.map((text) => ({ text, isAllowed: true, grammar }))],
    [1, others.map((text) => ({ text, isAllowed: false, grammar }))],
  );
}

const zeros = fc.nat({ max: 12 }).map((count) => "0".repeat(count));

/** Letters in any case, as of names that are compared without it. */
function anyCase(text: string): Texts {
  const { length } = text;
  return fc
    .array(fc.boolean(), { minLength: length, maxLength: length })
    .map((upper) =>
      [...text].map((each, i) => (upper[i] ? each.toUpperCase() : each.toLowerCase())).join(""),
    );
}

/** RFC 9110, section 5.6.3: any number of spaces and tabs. */
const ows = fc.stringMatching(/^[ \t]{0,3}$/);

/** RFC 3339, section 5.6: date-time. Its section 4.3 has -00:00 for an unknown offset. A time of whole minutes. */
export function timeForms(ms: number): fc.Arbitrary<WrittenForm> {
  const offset = weighted(
    [2, fc.constantFrom("Z", "z", "+00:00", "-00:00")],
    [2, fc.integer({ min: -(23 * 60 + 59), max: 23 * 60 + 59 })],
  );
  const fraction = weighted(
    [2, fc.constant("")],
    [2, fc.stringMatching(/^0{1,12}$/).map((digits) => `.${digits}`)],
  );
  const allowed = fc.tuple(offset, fraction, fc.constantFrom("T", "t")).map(([of, part, separator]) => {
    const minutes = typeof of === "string" ? 0 : of;
    const local = new Date(ms + minutes * 60_000).toISOString().slice(0, 19).replace("T", separator);
    return `${local}${part}${typeof of === "string" ? of : offsetText(of)}`;
  });
  const text = new Date(ms).toISOString().slice(0, 19);
  const others = fc.constantFrom(
    text,
    `${text}+0100`,
    `${text}+01`,
    `${text}+1:00`,
    `${text}+24:00`,
    `${text}UTC`,
    `${text}.Z`,
    `${text},5Z`,
    ` ${text}Z`,
    `${text.slice(2)}Z`,
    `+00${text}Z`,
    text.slice(0, 10),
    `${text.slice(0, 13)}Z`,
    `${text.slice(0, 10)}T24:00:00Z`,
    `${text.slice(0, 5)}13${text.slice(7)}Z`,
    `${text.slice(0, 8)}31${text.slice(10)}Z`,
    text.replace("T", "_").concat("Z"),
    new Date(ms).toUTCString(),
    String(ms),
  );
  return forms("RFC 3339, section 5.6", allowed, others);
}

function offsetText(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? "-" : "+"}${String(hours).padStart(2, "0")}:${String(rest).padStart(2, "0")}`;
}

/** RFC 8259, section 6: a number with a fraction or an exponent, whose value is the same. */
export function numberForms(value: number): fc.Arbitrary<WrittenForm> {
  const plain = fc.tuple(zeros, fc.constant(String(value))).map(([more, text]) => withZeros(text, more));
  const scaled = fc.tuple(fc.integer({ min: -9, max: 9 }), fc.constantFrom("e", "E")).map(([power, e]) => {
    const mantissa = Number(`${value}e${-power}`);
    return `${mantissa}`.includes("e") ? String(value) : `${mantissa}${e}${power < 0 ? "" : "+"}${power}`;
  });
  const others = fc.constantFrom(
    `+${value}`,
    `0x${value}`,
    `${value}_0`,
    `${value}.`,
    `${value}e`,
    `${value}e1.5`,
    `--${value}`,
    `${value} 0`,
    `${value}f`,
    "NaN",
    "Infinity",
    "-Infinity",
    "٣",
    "３",
  );
  return forms("RFC 8259, section 6", weighted([1, plain], [1, scaled]), others);
}

function withZeros(text: string, more: string): string {
  return `${text}${text.includes(".") || more === "" ? "" : "."}${more}`;
}

/** RFC 9110, section 5.6.6: a name without regard to case, and a token or a quoted string. */
const jsonParameter = weighted(
  [1, fc.constant("")],
  [
    2,
    fc
      .tuple(anyCase("charset"), fc.boolean(), anyCase("utf-8"))
      .map(([name, isQuoted, value]) => `${name}=${isQuoted ? `"${value}"` : value}`),
  ],
  // RFC 8259, section 11: JSON has no parameters, and others have no effect.
  [1, wordOf('version=1 odata.metadata=minimal q=0.5 profile="a;b" x="\\""')],
);

/** RFC 9110, section 8.3.1: names without regard to case, optional whitespace around ";", parameters. */
export const jsonTypeForms: fc.Arbitrary<WrittenForm> = forms(
  "RFC 9110, section 8.3.1",
  fc
    .tuple(anyCase("application/json"), fc.array(fc.tuple(ows, ows, jsonParameter), { maxLength: 3 }))
    .map(([type, parameters]) => type + parameters.map(([a, b, each]) => `${a};${b}${each}`).join("")),
  wordOf(`
    text/json application/jsonp application/json/ application/json,application/json application/json+xml */*
    application/json;charset=latin1 application/json;charset=utf-16 application/json;charset=utf-8x
    application/json;charset application/json;=utf-8 application/json;charset="utf-8 application/json;charset="latin1"
    application/json;version=1;charset=latin1 application/json;charset=utf-8;charset=latin1 application/json;x=";charset=utf-8
  `),
);

/** RFC 6750, section 2.1, with RFC 9110, section 11.1: the scheme without regard to case, then spaces. */
export function bearerForms(key: string): fc.Arbitrary<WrittenForm> {
  return forms(
    "RFC 9110, section 11.1",
    fc.tuple(anyCase("bearer"), fc.stringMatching(/^ {1,4}$/)).map(([scheme, space]) => scheme + space + key),
    fc.constantFrom(
      `Bearer${key}`,
      `Bearer:${key}`,
      `Bearer "${key}"`,
      `Basic ${key}`,
      `Bearer ${key} ${key}`,
      key,
    ),
  );
}

/** RFC 9110, sections 8.4.1 and 8.4.1.3: a coding without regard to case, gzip also as x-gzip; section 5.5: whitespace around it. */
export const gzipForms: fc.Arbitrary<WrittenForm> = forms(
  "RFC 9110, section 8.4.1",
  fc.tuple(fc.constantFrom("gzip", "x-gzip").chain(anyCase), ows).map(([name, space]) => name + space),
  wordOf("gzipped gz x-gz zip gzip;q=1 gzip,gzip br deflate"),
);

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** RFC 9110, section 5.6.7: the form to send, and the two obsolete ones that have to be read. A time of whole seconds. */
export function httpDateForms(ms: number): fc.Arbitrary<WrittenForm> {
  const date = new Date(ms);
  const [, day = "", month = "", year = "", time = ""] = date.toUTCString().split(" ");
  const name = DAYS[date.getUTCDay()] ?? "";
  const short = name.slice(0, 3);
  return forms(
    "RFC 9110, section 5.6.7",
    fc.constantFrom(
      `${short}, ${day} ${month} ${year} ${time} GMT`,
      `${name}, ${day}-${month}-${year.slice(2)} ${time} GMT`,
      `${short} ${month} ${day.replace(/^0/, " ")} ${time} ${year}`,
    ),
    fc.constantFrom(
      date.toISOString(),
      `${short}, ${day} ${month} ${year} ${time} UTC`,
      `${short}, ${day} ${month} ${year} ${time} +0000`,
      `${day} ${month} ${year} ${time}`,
      `${short}, ${day} ${month.toUpperCase()} ${year} ${time} GMT`,
      String(ms),
    ),
  );
}

/** RFC 9110, section 10.2.3: seconds in digits only, or a date. The same wait in each form. */
export function retryAfterForms(seconds: number, nowMs: number): fc.Arbitrary<WrittenForm> {
  const digits = forms(
    "RFC 9110, section 10.2.3",
    zeros.map((more) => `${more}${seconds}`),
    fc.constantFrom(
      `-${seconds}`,
      `+${seconds}`,
      `${seconds}.5`,
      `${seconds}s`,
      `${seconds}e1`,
      "soon",
      `0x${seconds}`,
    ),
  );
  return weighted([1, digits], [1, httpDateForms(nowMs + seconds * 1_000)]);
}

/**
 * gRPC's PROTOCOL-HTTP2.md: at most eight digits and a unit. None is so short that it passes. grpc-js reads near misses as well,
 * which harms only their caller.
 */
export const grpcTimeoutForms: fc.Arbitrary<WrittenForm> = wordOf(
  "1H 00000001H 99999999H 60M 99999999M 9S 00009S 99999999S 60000m 99999999u",
).map((text) => ({ text, isAllowed: true, grammar: "gRPC over HTTP/2, Timeout" }));

/** RFC 8259, section 2: whitespace around tokens; section 7: any character of a string as \\u and four hex digits. */
export function jsonForms(json: unknown): Texts {
  const blank = fc.stringMatching(/^[ \t\n\r]{0,3}$/);
  return fc.tuple(blank, blank, fc.boolean(), fc.boolean()).map(([before, between, isEscaped, isUpper]) => {
    const text = JSON.stringify(json, null, between.includes("\n") ? between : undefined);
    const written = text.replaceAll(/"(?:[^"\\]|\\.)*"/g, (string) =>
      isEscaped ? escaped(string, isUpper) : string,
    );
    return `${before}${written}${before}`;
  });
}

function escaped(string: string, isUpper: boolean): string {
  return string.replaceAll(/[a-z:/]/g, (character) => {
    const hex = character.charCodeAt(0).toString(16).padStart(4, "0");
    return `\\u${isUpper ? hex.toUpperCase() : hex}`;
  });
}
