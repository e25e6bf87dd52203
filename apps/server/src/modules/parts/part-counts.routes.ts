import { partCountApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import {
  countParts,
  endPartCount,
  getPartCount,
  pagePartCounts,
  exportPartCounts,
  startPartCount,
} from './part-counts.service.ts'

export function partCountRoutes(app: App): void {
  routes(app, partCountApi, {
    pagePartCounts,
    exportPartCounts,
    startPartCount,
    getPartCount,
    countParts,
    endPartCount,
  })
}
