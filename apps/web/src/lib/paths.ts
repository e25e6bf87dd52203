/** Builds all in-app addresses. */
export const paths = {
  root: '/',
  login: '/login',
  completeAccount: '/completeAccount',
  notFound: '/404',
  homePage: '/homePage',
  personalInformation: '/personal/information',
  systemPersonalInformation: '/systemSettings/personalInformation',
  /** The one page of single-account mode. */
  accountSetting: '/accountSetting',
  smartCpeList: '/equipmentManagement/intelligence',
  smartCpe: (deviceId: string) => `/equipmentManagement/intelligence/${encodeURIComponent(deviceId)}`,
  smartCpeSettings: (deviceId: string, section: string) =>
    `/equipmentManagement/intelligence/${encodeURIComponent(deviceId)}?tab=settings&section=${section}`,
  /** The parameter tree, opened at one parameter. */
  smartCpeParameter: (deviceId: string, path: string) =>
    `/equipmentManagement/intelligence/${encodeURIComponent(deviceId)}?tab=parameters&path=${encodeURIComponent(path)}`,
  smartCpeDiagnostics: (deviceId: string) =>
    `/equipmentManagement/intelligence/${encodeURIComponent(deviceId)}/diagnostics`,
  diagnosticBatches: '/equipmentManagement/diagnostics',
  diagnosticBatch: (batchId: string) => `/equipmentManagement/diagnostics/${encodeURIComponent(batchId)}`,
  restartBatches: '/equipmentManagement/restarts',
  unknownGateways: '/equipmentManagement/unknownGateways',
  scanLabel: '/equipmentManagement/unknownGateways/scan',
  scanLabelInto: (outletId: string) =>
    `/equipmentManagement/unknownGateways/scan?outletId=${encodeURIComponent(outletId)}`,
  preRegistration: '/equipmentManagement/preRegistration',
  templates: '/equipmentManagement/templates',
  templatesNamed: (name: string) => `/equipmentManagement/templates?search=${encodeURIComponent(name)}`,
  template: (templateId: string) =>
    `/equipmentManagement/templates?template=${encodeURIComponent(templateId)}`,
  templatesInherited: '/equipmentManagement/templates?inherited=1',
  firmware: '/equipmentManagement/firmware',
  upgrades: '/equipmentManagement/upgrades',
  upgrade: (campaignId: string) => `/equipmentManagement/upgrades/${encodeURIComponent(campaignId)}`,
  upgradeGateways: (campaignId: string) =>
    `/equipmentManagement/upgrades/${encodeURIComponent(campaignId)}/gateways`,
  programmes: '/equipmentManagement/upgradeProgrammes',
  programme: (programmeId: string) =>
    `/equipmentManagement/upgradeProgrammes/${encodeURIComponent(programmeId)}`,
  upgradeOf: (deviceIds: readonly string[]) =>
    `/equipmentManagement/upgrades?${deviceIds.map((id) => `device=${id}`).join('&')}`,
  deviceList: '/equipmentManagement/deviceList',
  equipment: (deviceId: string) => `/equipmentManagement/deviceList/${encodeURIComponent(deviceId)}`,
  zabbixImports: '/equipmentManagement/zabbixImports',
  zabbixImport: (importId: string) => `/equipmentManagement/zabbixImports/${encodeURIComponent(importId)}`,
  zabbixHosts: (importId: string) =>
    `/equipmentManagement/zabbixImports/${encodeURIComponent(importId)}/hosts`,
  inventory: '/equipmentManagement/inventory',
  snmpCredentials: '/equipmentManagement/snmpCredentials',
  alarms: '/operationsMonitoring/alarms',
  alarm: (alarmId: string) => `/operationsMonitoring/alarms/${encodeURIComponent(alarmId)}`,
  alarmRules: '/operationsMonitoring/rules',
  remoteTerminal: '/equipmentManagement/remoteTerminal',
  terminalOn: (deviceId: string) =>
    `/equipmentManagement/remoteTerminal?device=${encodeURIComponent(deviceId)}`,
  terminalSessions: '/equipmentManagement/terminalSessions',
  products: '/organizationManagement/product',
  applications: '/systemSettings/productManagement',
  outlets: '/outletManagement/outlets',
  outlet: (outletId: string) => `/outletManagement/outlets/${encodeURIComponent(outletId)}`,
  outletRegions: '/outletManagement/regions',
  internetLines: '/outletManagement/lines',
  generalSettings: '/systemSettings/generalSettings',
  auditLog: '/systemSettings/auditLog',
  packages: '/organizationManagement/package',
  licences: '/organizationManagement/license',
  registrations: '/organizationManagement/registration',
  tenants: '/organizationManagement/tenant',
  tenant: (companyId: string) => `/organizationManagement/tenant/${encodeURIComponent(companyId)}`,
  roles: '/permissionManagement/roles',
  organisationStructure: '/permissionManagement/organizationalStructure',
  staffGrants: '/permissionManagement/staffGrants',
  actingAccess: '/systemSettings/actingAccess',
  redirect: (route: string) => `/redirect${route}`,
} as const
