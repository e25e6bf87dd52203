import {
  otaBackupApi,
  otaCampaignApi,
  otaFirmwareApi,
  otaProgrammeApi,
  otaUploadApi,
} from '@netward/contract'
import { inSubjectCompany } from '../../platform/http/in-subject-company.ts'
import { type App, route, routeInSteps } from '../../platform/http/route.ts'
import { deleteBackup, downloadBackup, listBackups, makeBackup, restoreBackup } from './backups.service.ts'
import { exportCampaigns } from './campaign-export.service.ts'
import {
  createCampaign,
  dryRun,
  editOtaSetting,
  moveCampaign,
  pageCampaigns,
  readOtaSetting,
  rollBackCampaign,
  summariseCampaign,
} from './campaigns.service.ts'
import type { FileDeps } from './file-urls.ts'
import { exportFirmware } from './firmware-export.service.ts'
import {
  createFirmware,
  deleteFirmware,
  editFirmware,
  moveFirmware,
  pageFirmware,
  readFirmware,
  uploadFirmware,
} from './firmware.service.ts'
import { ownedFirmware } from './owned-firmware.ts'
import {
  addProgrammeTenants,
  createProgramme,
  deleteProgramme,
  dryRunProgramme,
  moveProgramme,
  pageProgrammes,
  pageProgrammeTenants,
  readProgramme,
} from './programmes.service.ts'
import { exportTargets, pageTargets } from './targets.service.ts'
import { abandonUpload, beginUpload, finishUpload, readUpload, sendPart } from './uploads.service.ts'

export function otaRoutes(app: App, deps: FileDeps): void {
  firmwareRoutes(app, deps)
  campaignRoutes(app)
  programmeRoutes(app)
  route(app, otaBackupApi.listBackups, (ctx, { deviceId }) => listBackups(ctx, deviceId))
  routeInSteps(app, otaBackupApi.makeBackup, (ctx, { deviceId }) => makeBackup(deps, ctx, deviceId))
  routeInSteps(app, otaBackupApi.downloadBackup, (ctx, input) => downloadBackup(deps, ctx, input))
  routeInSteps(app, otaBackupApi.restoreBackup, (ctx, input) => restoreBackup(deps, ctx, input))
  routeInSteps(app, otaBackupApi.deleteBackup, (ctx, input) => deleteBackup(ctx, input))
}

function firmwareRoutes(app: App, { secrets }: FileDeps): void {
  route(app, otaFirmwareApi.pageFirmware, (ctx, input) => pageFirmware(ctx, input))
  route(app, otaFirmwareApi.exportFirmware, (ctx, input) => exportFirmware(ctx, input))
  route(app, otaFirmwareApi.readFirmware, (ctx, { firmwareId }) => readFirmware(ctx, firmwareId))
  route(app, otaFirmwareApi.createFirmware, (ctx, input) => createFirmware(ctx, input))
  routeInSteps(app, otaFirmwareApi.editFirmware, (ctx, input) =>
    inSubjectCompany(ctx, ownedFirmware(input.firmwareId), (inside) => editFirmware(inside, input)),
  )
  route(app, otaFirmwareApi.uploadFirmware, (ctx, { firmwareId }, file) =>
    uploadFirmware(ctx, firmwareId, file!, secrets),
  )
  routeInSteps(app, otaFirmwareApi.moveFirmware, (ctx, input) =>
    inSubjectCompany(ctx, ownedFirmware(input.firmwareId), (inside) => moveFirmware(inside, input)),
  )
  routeInSteps(app, otaFirmwareApi.deleteFirmware, (ctx, { firmwareId }) =>
    inSubjectCompany(ctx, ownedFirmware(firmwareId), (inside) => deleteFirmware(inside, firmwareId)),
  )
  route(app, otaUploadApi.readUpload, (ctx, { firmwareId }) => readUpload(ctx, firmwareId))
  route(app, otaUploadApi.beginUpload, (ctx, input) => beginUpload(ctx, input))
  route(app, otaUploadApi.sendPart, (ctx, input, file) => sendPart(ctx, input, file!))
  route(app, otaUploadApi.finishUpload, (ctx, input) => finishUpload(ctx, input))
  route(app, otaUploadApi.abandonUpload, (ctx, { uploadId }) => abandonUpload(ctx, uploadId))
}

function campaignRoutes(app: App): void {
  route(app, otaCampaignApi.dryRun, (ctx, input) => dryRun(ctx, input))
  route(app, otaCampaignApi.createCampaign, (ctx, input) => createCampaign(ctx, input))
  route(app, otaCampaignApi.pageCampaigns, (ctx, input) => pageCampaigns(ctx, input))
  route(app, otaCampaignApi.exportCampaigns, (ctx, input) => exportCampaigns(ctx, input))
  route(app, otaCampaignApi.summariseCampaign, (ctx, { campaignId }) => summariseCampaign(ctx, campaignId))
  route(app, otaCampaignApi.moveCampaign, (ctx, input) => moveCampaign(ctx, input))
  route(app, otaCampaignApi.rollBackCampaign, (ctx, input) => rollBackCampaign(ctx, input))
  route(app, otaCampaignApi.pageTargets, (ctx, input) => pageTargets(ctx, input))
  routeInSteps(app, otaCampaignApi.exportTargets, (ctx, input) => exportTargets(ctx, input))
  route(app, otaCampaignApi.readOtaSetting, (ctx) => readOtaSetting(ctx))
  route(app, otaCampaignApi.editOtaSetting, (ctx, { approval }) => editOtaSetting(ctx, approval))
}

function programmeRoutes(app: App): void {
  route(app, otaProgrammeApi.dryRunProgramme, (ctx, input) => dryRunProgramme(ctx, input))
  route(app, otaProgrammeApi.createProgramme, (ctx, input) => createProgramme(ctx, input))
  route(app, otaProgrammeApi.pageProgrammes, (ctx, input) => pageProgrammes(ctx, input))
  route(app, otaProgrammeApi.readProgramme, (ctx, { programmeId }) => readProgramme(ctx, programmeId))
  route(app, otaProgrammeApi.pageProgrammeTenants, (ctx, input) => pageProgrammeTenants(ctx, input))
  route(app, otaProgrammeApi.deleteProgramme, (ctx, { programmeId }) => deleteProgramme(ctx, programmeId))
  routeInSteps(app, otaProgrammeApi.addProgrammeTenants, (ctx, input) => addProgrammeTenants(ctx, input))
  routeInSteps(app, otaProgrammeApi.moveProgramme, (ctx, input) => moveProgramme(ctx, input))
}
