import { createApp } from "vue";
import Week from "./Week.vue";

createApp(Week, { sports: ["tennis", "padel"] }).mount("#app");
