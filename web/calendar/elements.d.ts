interface HTMLElementTagNameMap {
  "suitability-calendar": import("./suitability-calendar.js").SuitabilityCalendar;
  "suitability-badge": import("./suitability-badge.js").SuitabilityBadge;
}
