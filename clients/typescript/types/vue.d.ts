// <suitability-calendar> and <suitability-badge> in Vue's templates, for Vue 3: `import type {} from "weather-suitability-client/vue"`.
import type { HTMLAttributes, PublicProps } from "vue";
import type { BadgeAttributes, CalendarAttributes, Failed, Loaded, SlotChosen } from "./calendar.d.ts";

interface ForecastHandlers {
  readonly onLoaded?: (event: CustomEvent<Loaded>) => void;
  readonly onFailed?: (event: CustomEvent<Failed>) => void;
}

interface CalendarHandlers extends ForecastHandlers {
  readonly onSlotChosen?: (event: CustomEvent<SlotChosen>) => void;
}

/** The names that Vue's compiler looks up: `timeZone` for `time-zone`. */
type CamelCase<Name> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;
type CamelCased<Attributes> = {
  readonly [Name in keyof Attributes as CamelCase<Name & string>]: Attributes[Name];
};

type ElementWith<Attributes, Handlers> = new () => {
  readonly $props: Omit<HTMLAttributes, keyof Attributes> &
    PublicProps &
    CamelCased<Attributes> &
    Handlers & { readonly apiKey?: string };
};

declare module "vue" {
  interface GlobalComponents {
    "suitability-calendar": ElementWith<CalendarAttributes, CalendarHandlers>;
    "suitability-badge": ElementWith<BadgeAttributes, ForecastHandlers>;
  }
}
