import { otaCampaignApi, otaFirmwareApi } from '@netward/contract'
import { type App, route } from '../../platform/http/route.ts'
import type { Secrets } from '../../platform/secrets.ts'
import {
  createCampaign,
  dryRun,
  editOtaSetting,
  moveCampaign,
  pageCampaigns,
  readOtaSetting,
  summariseCampaign,
} from './campaigns.service.ts'
import {
  createFirmware,
  deleteFirmware,
  editFirmware,
  moveFirmware,
  pageFirmware,
  readFirmware,
  uploadFirmware,
} from './firmware.service.ts'
import { exportTargets, pageTargets } from './targets.service.ts'

export function otaRoutes(app: App, { secrets }: { secrets: Secrets }): void {
  route(app, otaFirmwareApi.pageFirmware, (ctx, input) => pageFirmware(ctx, input))
  route(app, otaFirmwareApi.readFirmware, (ctx, { firmwareId }) => readFirmware(ctx, firmwareId))
  route(app, otaFirmwareApi.createFirmware, (ctx, input) => createFirmware(ctx, input))
  route(app, otaFirmwareApi.editFirmware, (ctx, input) => editFirmware(ctx, input))
  route(app, otaFirmwareApi.uploadFirmware, (ctx, { firmwareId }, file) =>
    uploadFirmware(ctx, firmwareId, file!, secrets),
  )
  route(app, otaFirmwareApi.moveFirmware, (ctx, input) => moveFirmware(ctx, input))
  route(app, otaFirmwareApi.deleteFirmware, (ctx, { firmwareId }) => deleteFirmware(ctx, firmwareId))
  route(app, otaCampaignApi.dryRun, (ctx, input) => dryRun(ctx, input))
  route(app, otaCampaignApi.createCampaign, (ctx, input) => createCampaign(ctx, input))
  route(app, otaCampaignApi.pageCampaigns, (ctx, input) => pageCampaigns(ctx, input))
  route(app, otaCampaignApi.summariseCampaign, (ctx, { campaignId }) => summariseCampaign(ctx, campaignId))
  route(app, otaCampaignApi.moveCampaign, (ctx, input) => moveCampaign(ctx, input))
  route(app, otaCampaignApi.pageTargets, (ctx, input) => pageTargets(ctx, input))
  route(app, otaCampaignApi.exportTargets, (ctx, input) => exportTargets(ctx, input))
  route(app, otaCampaignApi.readOtaSetting, (ctx) => readOtaSetting(ctx))
  route(app, otaCampaignApi.editOtaSetting, (ctx, { approval }) => editOtaSetting(ctx, approval))
}
