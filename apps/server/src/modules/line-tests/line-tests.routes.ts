import { lineTestApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import type { RunDeps } from '../diagnostics/index.ts'
import {
  getLineTestBatch,
  pageBatchLineTests,
  pageLineTestBatches,
  startLineTests,
  stopLineTestBatch,
} from './line-test-batches.service.ts'
import {
  getLineTest,
  pageAllLineTests,
  lineTestVantages,
  pageLineTests,
  startLineTest,
  stopLineTest,
} from './line-tests.service.ts'

export function lineTestRoutes(app: App, deps: RunDeps): void {
  routes(
    app,
    lineTestApi,
    {
      lineTestVantages,
      pageLineTests,
      pageAllLineTests,
      getLineTest,
      pageLineTestBatches,
      getLineTestBatch,
      pageBatchLineTests,
    },
    {
      startLineTest: (ctx, input) => startLineTest(ctx, deps, input),
      startLineTests: (ctx, input) => startLineTests(ctx, deps, input),
      stopLineTest,
      stopLineTestBatch,
    },
  )
}
