import { SHARED_STYLE } from "./shared-style.js";

export const BADGE_STYLE = `${SHARED_STYLE}
.badge {
  margin-inline-end: 0;
}
`;
