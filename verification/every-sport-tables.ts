// The section of the page about every sport: this version of the score beside the one before it, and beside other judges.
import { markdownTable } from "../scripts/markdown-table.ts";
import { type Judges, LEAD_GROUPS, type SportFigures, type VersionFigures } from "./every-sport.ts";

export interface EverySport {
  readonly now: VersionFigures;
  /** Undefined if the archive has no figures of an earlier version. */
  readonly before: VersionFigures | undefined;
  /** Empty without gauges. */
  readonly judges: Judges;
  readonly gaugesAre: string;
  /** From how many days ahead on "safe" often changes, by sport. */
  readonly oftenChanges: Readonly<Record<string, number>>;
  /** Why a sport's figures changed; a paragraph, or empty. */
  readonly remark: string;
}

export function everySportSection({
  now,
  before,
  judges,
  gaugesAre,
  oftenChanges,
  remark,
}: EverySport): string {
  const was = (sport: string) => before?.sports[sport];
  const rows = Object.entries(now.sports).map(([sport, figures]) => [sport, figures, was(sport)] as const);
  const beside =
    before === undefined
      ? ""
      : ` Beside an arrow: version ${before.model_version} → version ${now.model_version} of the score.`;
  return `## Every sport

How often "safe" was safe, in all years of the archive, and the errors (RPS) of the sessions that the fit has not seen.${beside}

${markdownTable([
  ["Sport", ...LEAD_GROUPS.map(({ name }) => `${name} days ahead`), "The word", "Odds", "Climate"],
  ...rows.map(([sport, figures, earlier]) => [sport, ...cells(figures, earlier)]),
  ["**all**", ...cells(now.all, before?.all)],
])}

${remark === "" ? "" : `${remark}\n\n`}${oftenChangesText(oftenChanges)}${judges.length === 0 ? "" : `\n\n${judgesTable(judges, gaugesAre)}`}`;
}

function cells(now: SportFigures, before: SportFigures | undefined): readonly string[] {
  const safe = LEAD_GROUPS.map((_, index) => {
    const { share, sessions } = now.safe[index] ?? { share: null, sessions: 0 };
    return sessions === 0 ? "" : `${change(before?.safe[index]?.share, share, whole)}% of ${sessions}`;
  });
  const errors = (["word", "odds", "climate"] as const).map((of) => change(before?.[of], now[of], three));
  return [...safe, ...errors];
}

function change(
  before: number | null | undefined,
  now: number | null,
  shown: (value: number) => string,
): string {
  if (now === null) return "";
  return before === undefined || before === null ? shown(now) : `${shown(before)} → ${shown(now)}`;
}

function oftenChangesText(oftenChanges: EverySport["oftenChanges"]): string {
  const changing = Object.entries(oftenChanges).map(
    ([sport, days]) => `${sport} from ${days === 1 ? "1 day" : `${days} days`} ahead on`,
  );
  return changing.length === 0
    ? '"Safe" held in two of three sessions or more for every sport, up to six days ahead.'
    : `Where "safe" held in fewer than two of three sessions, the answer says that such forecasts often change: ${changing.join(", ")}.`;
}

function judgesTable(judges: Judges, gaugesAre: string): string {
  const leads = LEAD_GROUPS.filter(({ from }) => from > 0);
  const share = (figure: { readonly share: number | null } | undefined) =>
    figure === undefined || figure.share === null ? "" : `${whole(figure.share)}%`;
  return `### Who judges decides the figure

How often the same "safe" was safe by three judges: the provider's own later analysis, the part of it that gauges measure (no gusts, no
cloud), and gauges: ${gaugesAre}. Sports that live from gusts or sunshine are left out.

${markdownTable([
  ["Sport", ...leads.flatMap(({ name }) => [`${name} days: analysis`, "the gauged part", "gauges"])],
  ...judges.map(({ sport, leads: figures }) => [
    sport,
    ...LEAD_GROUPS.flatMap(({ from }, index) => {
      const figure = figures[index];
      return from === 0 ? [] : [share(figure?.analysis), share(figure?.gaugedPart), share(figure?.gauges)];
    }),
  ]),
])}`;
}

function whole(share: number): string {
  return String(Math.round(100 * share));
}

function three(error: number): string {
  return error.toFixed(3);
}
