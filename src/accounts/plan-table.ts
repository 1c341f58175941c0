import { PLANS, type Plan } from "./plan.ts";

const FOR_SALE = Object.values(PLANS).filter(({ name }) => name !== "internal");

/** What is agreed is agreed above what can simply be bought. */
const PUBLISHED_QUOTA_MAX = Math.max(...FOR_SALE.flatMap(({ monthlyQuota }) => monthlyQuota ?? []));

/** The table in docs/accounts.md: what can be bought, as Markdown. The plan for one's own services is not for sale. */
export function planTable(): string {
  return [
    "| Plan | GBP a month | Requests a month | Support | Also |",
    "| --- | --: | --: | --- | --- |",
    ...FOR_SALE.map((plan) => `| ${planRow(plan).join(" | ")} |`),
  ].join("\n");
}

function planRow({ title, priceGbpPerMonth, monthlyQuota, support, extras }: Plan): readonly string[] {
  return [
    title,
    priceGbpPerMonth === undefined ? "by agreement" : countText(priceGbpPerMonth),
    monthlyQuota === undefined ? `above ${countText(PUBLISHED_QUOTA_MAX)}` : countText(monthlyQuota),
    support,
    extras.length === 0 ? "–" : extras.join(", "),
  ];
}

function countText(count: number): string {
  return count.toLocaleString("en-GB");
}
