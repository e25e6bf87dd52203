import type { EndpointKey } from './index.ts'

/**
 * What the tools of the assistant read, and so what personal tokens may read: `isToolEndpoint` admits no endpoint that
 * writes. A test calls every tool and fails where one needs another endpoint.
 */
export const toolEndpoints = [
  'GET /api/v1/assistant/note/:noteId',
  'GET /api/v1/device/:deviceId',
  'GET /api/v1/device/:deviceId/checks',
  'GET /api/v1/device/:deviceId/checks/:checkId',
  'GET /api/v1/device/:deviceId/configuration',
  'GET /api/v1/device/:deviceId/timeline',
  'GET /api/v1/device/template-troubles',
  'GET /api/v1/device/template/:templateId',
  'GET /api/v1/licence/usage',
  'GET /api/v1/licence/warnings',
  'GET /api/v1/outlet/:outletId',
  'GET /api/v1/outlet/:outletId/timeline',
  'GET /api/v1/standing/device/:deviceId',
  'GET /api/v1/standing/outlet/:outletId',
  'GET /api/v1/work/order/:orderId',
  'GET /api/v1/work/order/:orderId/acts',
  'GET /dial/api/v1/line/:lineId',
  'GET /dial/api/v1/line/:lineId/test/vantage',
  'GET /monitor/api/v1/alarm/:alarmId',
  'GET /monitor/api/v1/alarm/rules',
  'GET /monitor/api/v1/configuration/:deviceId',
  'GET /monitor/api/v1/device/:deviceId',
  'GET /monitor/api/v1/topology/outlet/:outletId',
  'POST /api/v1/assistant/note/lists',
  'POST /api/v1/auth/audit/lists',
  'POST /api/v1/chart/panel',
  'POST /api/v1/device/:deviceId/diagnostics/lists',
  'POST /api/v1/device/template/lists',
  'POST /api/v1/outlet/line/lists',
  'POST /api/v1/outlet/lists',
  'POST /api/v1/work/order/lists',
  'POST /dial/api/v1/line/:lineId/outage/lists',
  'POST /dial/api/v1/line/:lineId/test/lists',
  'POST /dial/api/v1/line/lists',
  'POST /dial/api/v1/outage/lists',
  'POST /monitor/api/v1/alarm/count',
  'POST /monitor/api/v1/alarm/lists',
  'POST /monitor/api/v1/configuration/:deviceId/versions/lists',
  'POST /monitor/api/v1/configuration/lists',
  'POST /monitor/api/v1/device/:deviceId/interfaces',
  'POST /monitor/api/v1/device/lists',
  'POST /monitor/api/v1/metrics/latest',
  'POST /monitor/api/v1/metrics/range',
  'POST /monitor/api/v1/metrics/top',
  'POST /ota/api/v2/ota/lists',
] as const satisfies readonly EndpointKey[]

const keys: ReadonlySet<string> = new Set(toolEndpoints)

export const isToolEndpoint = ({ method, path, reads }: { method: string; path: string; reads: boolean }) =>
  reads && keys.has(`${method} ${path}`)
