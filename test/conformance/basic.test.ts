import { testBasicPlan } from "./modules/basic.ts";

// oidcc-basic-certification-test-plan[server_metadata=discovery][client_registration=static_client]
testBasicPlan("query");
