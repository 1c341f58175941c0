import { createRoot } from "react-dom/client";
import { Week } from "./Week.tsx";

createRoot(document.querySelector("#app") ?? document.body).render(<Week sports={["tennis", "padel"]} />);
