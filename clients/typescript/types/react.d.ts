// <suitability-calendar> and <suitability-badge> in JSX, for React 19 and later: `import type {} from "weather-suitability-client/react"`.
import type { HTMLAttributes, RefAttributes } from "react";
import type {
  BadgeAttributes,
  CalendarAttributes,
  CalendarEventMap,
  ForecastEventMap,
  SuitabilityBadge,
  SuitabilityCalendar,
} from "./calendar.d.ts";

type Handlers<EventMap> = {
  readonly [Name in keyof EventMap & string as `on${Name}`]?: (event: EventMap[Name]) => void;
};

type Props<Element, Attributes, EventMap> = Omit<HTMLAttributes<Element>, keyof Attributes> &
  RefAttributes<Element> &
  Attributes &
  Handlers<EventMap> & { readonly apiKey?: string };

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "suitability-calendar": Props<SuitabilityCalendar, CalendarAttributes, CalendarEventMap>;
      "suitability-badge": Props<SuitabilityBadge, BadgeAttributes, ForecastEventMap>;
    }
  }
}
