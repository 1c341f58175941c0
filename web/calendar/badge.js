// What a page loads to show badges.
import { defineOnce } from "./forecast-element.js";
import { SuitabilityBadge } from "./suitability-badge.js";

defineOnce("suitability-badge", SuitabilityBadge);
