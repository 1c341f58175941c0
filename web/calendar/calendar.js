// What a page loads to show calendars.
import { defineOnce } from "./forecast-element.js";
import { SuitabilityCalendar } from "./suitability-calendar.js";

defineOnce("suitability-calendar", SuitabilityCalendar);
