// Prints how often sentences break each rule, in each language, with two examples: node test/words/count-broken-rules.ts
// [sessions] [first session] [part of a rule's name].
import { brokenRules, describeBroken, RULE_NAMES, TAGS } from "./what-is-said.ts";

const [sessions = "10000", first = "1", only = ""] = process.argv.slice(2);
const broken = brokenRules(Number(sessions), {
  first: Number(first),
  onProgress: (done) => process.stderr.write(`${done} of ${sessions} sessions\n`),
});
const rules = RULE_NAMES.filter((rule) => rule.includes(only));
const width = Math.max(...rules.map((rule) => rule.length));
console.log([" ".repeat(width), ...TAGS.map((tag) => tag.padStart(5))].join(" "));
for (const rule of rules) {
  const counts = TAGS.map((tag) => broken.filter((each) => each.rule === rule && each.tag === tag).length);
  console.log([rule.padEnd(width), ...counts.map((count) => String(count || "·").padStart(5))].join(" "));
}
for (const rule of rules) {
  for (const tag of TAGS) {
    for (const each of broken.filter((one) => one.rule === rule && one.tag === tag).slice(0, 2)) {
      console.log(`\n${describeBroken(each)}`);
    }
  }
}
