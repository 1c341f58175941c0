/** The server declares it at the beginning of each element's file. */
declare const SERVICE: import("../service-facts.ts").ServiceFacts;
