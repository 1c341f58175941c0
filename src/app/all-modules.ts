import type { Module } from "./module.ts";
import * as modules from "./modules.ts";

export const MODULES = Object.values<Module>(modules);
