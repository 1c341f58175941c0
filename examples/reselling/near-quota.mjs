// Prints a line for each account near its quota, once a month per account, for a program that sends mails.
import { appendFileSync, existsSync, readFileSync } from "node:fs";

const { month, accounts } = JSON.parse(readFileSync(0, "utf8"));
const printed = existsSync("printed.txt") ? readFileSync("printed.txt", "utf8").split("\n") : [];
for (const { account_id, external_ref, percent, left } of accounts) {
  const line = `${month} ${account_id}`;
  if (printed.includes(line)) continue;
  console.log(
    `${external_ref ?? account_id}: ${percent}% of this month's requests are used, ${left} are left`,
  );
  appendFileSync("printed.txt", `${line}\n`);
}
