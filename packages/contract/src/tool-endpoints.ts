import type { EndpointKey } from './index.ts'

/**
 * What the tools of the assistant read, and so what personal tokens may read: `isToolEndpoint` admits no endpoint that
 * writes. A test calls every tool and fails where one needs another endpoint.
 */
export const toolEndpoints = [
  'GET /api/v1/device/:deviceId',
  'GET /api/v1/outlet/:outletId',
  'GET /api/v1/standing/device/:deviceId',
  'GET /api/v1/standing/outlet/:outletId',
  'GET /dial/api/v1/line/:lineId',
  'GET /monitor/api/v1/alarm/:alarmId',
  'GET /monitor/api/v1/alarm/rules',
  'GET /monitor/api/v1/device/:deviceId',
  'POST /api/v1/outlet/line/lists',
  'POST /api/v1/outlet/lists',
  'POST /api/v1/work/order/lists',
  'POST /dial/api/v1/line/:lineId/outage/lists',
  'POST /dial/api/v1/line/lists',
  'POST /dial/api/v1/outage/lists',
  'POST /monitor/api/v1/alarm/count',
  'POST /monitor/api/v1/alarm/lists',
  'POST /monitor/api/v1/device/:deviceId/interfaces',
  'POST /monitor/api/v1/device/lists',
  'POST /monitor/api/v1/metrics/latest',
  'POST /monitor/api/v1/metrics/range',
  'POST /monitor/api/v1/metrics/top',
] as const satisfies readonly EndpointKey[]

const keys: ReadonlySet<string> = new Set(toolEndpoints)

export const isToolEndpoint = ({ method, path, reads }: { method: string; path: string; reads: boolean }) =>
  reads && keys.has(`${method} ${path}`)
