/** What the server knows. It declares it at the beginning of each element's file. */
declare const SERVICE: import("../../src/modules/calendar/service-facts.ts").ServiceFacts;
