// `npm test -- /examples.test.ts -u` rewrites the module's api-examples.json.
import { TRACK_RECORD_NOTES } from "../../../src/modules/track-record/method/notes.ts";
import { describeExamples } from "../../openapi/examples-suite.ts";
import { keepRecord } from "./keep-record.ts";

await describeExamples({
  methods: TRACK_RECORD_NOTES,
  file: "src/modules/track-record/method/api-examples.json",
  prepare: ({ store }, accountId) => keepRecord(store, { place: "51.51,-0.13", accountId }),
});
