import type { PermissionCode } from '@netward/contract/permissions'
import type { PhraseKey } from '@netward/phrases'
import type { ComponentType } from 'react'
import { paths } from '../lib/paths.ts'
import { singleAccountHome } from '../lib/single-account.ts'

export type MenuMode = 'default' | 'admin'

/** In which menu a route stands: `both` for routes without a mode of their own. */
export type RouteMode = MenuMode | 'both'

export type MenuIcon =
  | 'workbench'
  | 'equipment'
  | 'gateway'
  | 'pool'
  | 'register'
  | 'firmware'
  | 'upgrades'
  | 'terminal'
  | 'terminalSessions'
  | 'outlets'
  | 'outlet'
  | 'regions'
  | 'lines'
  | 'operations'
  | 'organisation'
  | 'registration'
  | 'package'
  | 'licence'
  | 'permission'
  | 'roles'
  | 'members'
  | 'settings'
  | 'person'
  | 'product'
  | 'application'
  | 'general'
  | 'grants'
  | 'access'
  | 'auditLog'

/** One line of the table of routes (specification §2). */
export interface RouteEntry {
  /** `$name` is a parameter, `$` the rest of the path. */
  readonly path: string
  readonly permission: PermissionCode | null
  readonly mode: RouteMode
  /** Of an open route in the phrases of the sign-in page: the others are downloaded after it. */
  readonly title: Extract<PhraseKey, `shell.titles.${string}` | `signIn.${string}` | `access.${string}`>
  readonly layout: 'console' | 'none'
  /** Reachable without a session. */
  readonly open?: true
  /**
   * A group: its children, which have it as parent, are shown below it, and it leads to this one, or to the first of
   * those that are there: some pages of the specification are not yet.
   */
  readonly redirect?: string
  /** Not in the menu. */
  readonly hidden?: boolean
  readonly icon?: MenuIcon
  /** The path of the entry that it stands below; where that one is not permitted, neither is this. */
  readonly parent?: string
  readonly screen?: () => Promise<ComponentType>
}

const signInPage = async () => (await import('../features/sign-in/sign-in-page.tsx')).SignInPage
const personalInformation = async () =>
  (await import('../features/account/personal-information.tsx')).PersonalInformation

const login: RouteEntry = {
  path: paths.login,
  permission: null,
  mode: 'both',
  title: 'signIn.title',
  layout: 'none',
  open: true,
  hidden: true,
  screen: signInPage,
}

/** Login leads there at the first sign-in, with a ticket in the memory of the page. */
const completeAccount: RouteEntry = {
  path: paths.completeAccount,
  permission: null,
  mode: 'both',
  title: 'access.completeTitle',
  layout: 'none',
  open: true,
  hidden: true,
  screen: async () => (await import('../features/sign-in/complete-account-page.tsx')).openCompleteAccount(),
}

/** Without a session the root shows the sign-in page; with one it leads to its child or to the first route. */
const root = { path: paths.root, layout: 'none', open: true, screen: signInPage } as const

/** Single-account mode (specification §2): login, and the root with one child. */
const singleAccountRoutes: readonly RouteEntry[] = [
  login,
  completeAccount,
  {
    ...root,
    permission: null,
    mode: 'both',
    title: 'shell.titles.accountSetting',
    redirect: paths.accountSetting,
  },
  {
    path: paths.accountSetting,
    permission: null,
    mode: 'both',
    title: 'shell.titles.accountSetting',
    layout: 'console',
    icon: 'person',
    parent: paths.root,
    screen: personalInformation,
  },
]

const allRoutes: readonly RouteEntry[] = [
  login,
  completeAccount,
  {
    ...root,
    permission: 'DMS_SERVER_MANAGE_WORKBENCH',
    mode: 'both',
    title: 'shell.titles.workbench',
    icon: 'workbench',
    redirect: paths.homePage,
  },
  {
    path: paths.homePage,
    permission: 'DMS_SERVER_MANAGE_WORKBENCH',
    mode: 'both',
    title: 'shell.titles.workbench',
    layout: 'console',
    icon: 'workbench',
    parent: paths.root,
    screen: async () => (await import('../features/workbench/workbench.tsx')).Workbench,
  },
  {
    path: paths.notFound,
    permission: null,
    mode: 'both',
    title: 'shell.titles.notFound',
    layout: 'console',
    hidden: true,
    screen: async () => (await import('./not-found-page.tsx')).NotFoundPage,
  },
  {
    path: '/equipmentManagement',
    permission: null,
    mode: 'both',
    title: 'shell.titles.equipmentManagement',
    layout: 'console',
    icon: 'equipment',
    redirect: paths.smartCpeList,
  },
  {
    path: paths.smartCpeList,
    permission: null,
    mode: 'both',
    title: 'shell.titles.smartCpe',
    layout: 'console',
    icon: 'gateway',
    parent: '/equipmentManagement',
    screen: async () => (await import('../features/devices/smart-cpe-list.tsx')).SmartCpeList,
  },
  {
    path: `${paths.smartCpeList}/$deviceId`,
    permission: null,
    mode: 'both',
    title: 'shell.titles.smartCpeDetail',
    layout: 'console',
    hidden: true,
    parent: paths.smartCpeList,
    screen: async () => (await import('../features/devices/detail/smart-cpe-detail.tsx')).SmartCpeDetail,
  },
  {
    path: paths.unknownGateways,
    permission: 'DMS_SERVER_DEVICE_CLAIM',
    mode: 'both',
    title: 'shell.titles.unknownGateways',
    layout: 'console',
    icon: 'pool',
    parent: '/equipmentManagement',
    screen: async () => (await import('../features/devices/unknown-gateways.tsx')).UnknownGateways,
  },
  {
    path: paths.preRegistration,
    permission: 'DMS_SERVER_DEVICE_PRE_REGISTER',
    mode: 'both',
    title: 'shell.titles.preRegistration',
    layout: 'console',
    icon: 'register',
    parent: '/equipmentManagement',
    screen: async () => (await import('../features/devices/pre-registration.tsx')).PreRegistration,
  },
  {
    path: paths.templates,
    permission: 'DMS_SERVER_DEVICE_TEMPLATE_VIEW',
    mode: 'both',
    title: 'shell.titles.templates',
    layout: 'console',
    icon: 'general',
    parent: '/equipmentManagement',
    screen: async () => (await import('../features/provisioning/template-list.tsx')).TemplateList,
  },
  {
    path: paths.firmware,
    permission: 'DMS_SERVER_DEVICE_OTA_VIEW',
    mode: 'both',
    title: 'shell.titles.firmware',
    layout: 'console',
    icon: 'firmware',
    parent: '/equipmentManagement',
    screen: async () => (await import('../features/ota/firmware-list.tsx')).FirmwareList,
  },
  {
    path: paths.upgrades,
    permission: 'DMS_SERVER_DEVICE_OTA_VIEW',
    mode: 'both',
    title: 'shell.titles.upgrades',
    layout: 'console',
    icon: 'upgrades',
    parent: '/equipmentManagement',
    screen: async () => (await import('../features/ota/campaign-list.tsx')).CampaignList,
  },
  {
    path: `${paths.upgrades}/$campaignId`,
    permission: 'DMS_SERVER_DEVICE_OTA_VIEW',
    mode: 'both',
    title: 'shell.titles.upgradeDetail',
    layout: 'console',
    hidden: true,
    parent: paths.upgrades,
    screen: async () => (await import('../features/ota/campaign-detail.tsx')).CampaignDetail,
  },
  {
    path: `${paths.upgrades}/$campaignId/gateways`,
    permission: 'DMS_SERVER_DEVICE_OTA_VIEW',
    mode: 'both',
    title: 'shell.titles.upgradeDetail',
    layout: 'console',
    hidden: true,
    parent: paths.upgrades,
    screen: async () => (await import('../features/ota/target-list.tsx')).TargetList,
  },
  {
    path: paths.remoteTerminal,
    permission: null,
    mode: 'both',
    title: 'shell.titles.remoteTerminal',
    layout: 'console',
    icon: 'terminal',
    parent: '/equipmentManagement',
    screen: async () => (await import('../features/terminal/remote-terminal.tsx')).RemoteTerminal,
  },
  {
    path: paths.terminalSessions,
    permission: 'DMS_SERVER_DEVICE_TERMINAL_SUPERVISE',
    mode: 'both',
    title: 'shell.titles.terminalSessions',
    layout: 'console',
    icon: 'terminalSessions',
    parent: '/equipmentManagement',
    screen: async () => (await import('../features/terminal/terminal-sessions.tsx')).TerminalSessions,
  },
  {
    path: '/outletManagement',
    permission: 'DMS_SERVER_OUTLET_VIEW',
    mode: 'default',
    title: 'shell.titles.outletManagement',
    layout: 'console',
    icon: 'outlets',
    redirect: paths.outlets,
  },
  {
    path: paths.outlets,
    permission: 'DMS_SERVER_OUTLET_VIEW',
    mode: 'default',
    title: 'shell.titles.outlets',
    layout: 'console',
    icon: 'outlet',
    parent: '/outletManagement',
    screen: async () => (await import('../features/outlets/outlet-list.tsx')).OutletList,
  },
  {
    path: `${paths.outlets}/$outletId`,
    permission: 'DMS_SERVER_OUTLET_VIEW',
    mode: 'default',
    title: 'shell.titles.outletDetail',
    layout: 'console',
    hidden: true,
    parent: paths.outlets,
    screen: async () => (await import('../features/outlets/outlet-detail.tsx')).OutletDetail,
  },
  {
    path: paths.outletRegions,
    permission: 'DMS_SERVER_OUTLET_VIEW',
    mode: 'default',
    title: 'shell.titles.outletRegions',
    layout: 'console',
    icon: 'regions',
    parent: '/outletManagement',
    screen: async () => (await import('../features/outlets/outlet-regions.tsx')).OutletRegions,
  },
  {
    path: paths.internetLines,
    permission: 'DMS_SERVER_OUTLET_VIEW',
    mode: 'default',
    title: 'shell.titles.internetLines',
    layout: 'console',
    icon: 'lines',
    parent: '/outletManagement',
    screen: async () => (await import('../features/outlets/line-list.tsx')).LineList,
  },
  {
    path: '/operationsCenter',
    permission: 'DMS_SERVER_MANAGE_OPERATIONS_CENTER',
    mode: 'default',
    title: 'shell.titles.operationsCenter',
    layout: 'console',
    icon: 'operations',
    redirect: '/operationsCenter/overallNetworkOperationOverview',
  },
  {
    path: '/organizationManagement',
    permission: 'DMS_SERVER_ORGANIZATION_MANAGE',
    mode: 'admin',
    title: 'shell.titles.organizationManagement',
    layout: 'console',
    icon: 'organisation',
    redirect: paths.tenants,
  },
  {
    path: paths.tenants,
    permission: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT',
    mode: 'admin',
    title: 'shell.titles.tenants',
    layout: 'console',
    icon: 'organisation',
    parent: '/organizationManagement',
    screen: async () => (await import('../features/tenants/tenants.tsx')).Tenants,
  },
  {
    path: `${paths.tenants}/$companyId`,
    permission: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT',
    mode: 'admin',
    title: 'shell.titles.tenantDetail',
    layout: 'console',
    hidden: true,
    parent: paths.tenants,
    screen: async () => (await import('../features/tenants/tenant-detail.tsx')).TenantDetail,
  },
  {
    path: paths.registrations,
    permission: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_REGISTRATION',
    mode: 'admin',
    title: 'shell.titles.registrations',
    layout: 'console',
    icon: 'registration',
    parent: '/organizationManagement',
    screen: async () => (await import('../features/registrations/registrations.tsx')).Registrations,
  },
  {
    path: paths.products,
    permission: 'DMS_SERVER_ORGANIZATION_MANAGE_PRODUCT',
    mode: 'admin',
    title: 'shell.titles.productManagement',
    layout: 'console',
    icon: 'product',
    parent: '/organizationManagement',
    screen: async () => (await import('./product-management.tsx')).ProductManagement,
  },
  {
    path: paths.packages,
    permission: 'DMS_SERVER_ORGANIZATION_MANAGE_PACKAGE',
    mode: 'admin',
    title: 'shell.titles.packages',
    layout: 'console',
    icon: 'package',
    parent: '/organizationManagement',
    screen: async () => (await import('../features/licences/package-list.tsx')).PackageList,
  },
  {
    path: paths.licences,
    permission: 'DMS_SERVER_ORGANIZATION_MANAGE_LICENSE',
    mode: 'admin',
    title: 'shell.titles.license',
    layout: 'console',
    icon: 'licence',
    parent: '/organizationManagement',
    screen: async () => (await import('../features/licences/licence-page.tsx')).LicencePage,
  },
  {
    path: '/permissionManagement',
    permission: 'DMS_SERVER_AUTH_MANAGE',
    mode: 'admin',
    title: 'shell.titles.permissionManagement',
    layout: 'console',
    icon: 'permission',
    redirect: paths.roles,
  },
  {
    path: paths.roles,
    permission: 'DMS_SERVER_AUTH_MANAGE_ROLE',
    mode: 'admin',
    title: 'shell.titles.roles',
    layout: 'console',
    icon: 'roles',
    parent: '/permissionManagement',
    screen: async () => (await import('../features/roles/roles.tsx')).Roles,
  },
  {
    path: paths.organisationStructure,
    permission: 'DMS_SERVER_AUTH_MANAGE_ORG_STRUCT',
    mode: 'admin',
    title: 'shell.titles.organizationalStructure',
    layout: 'console',
    icon: 'members',
    parent: '/permissionManagement',
    screen: async () =>
      (await import('../features/members/organisation-structure.tsx')).OrganisationStructure,
  },
  {
    path: paths.staffGrants,
    permission: 'DMS_SERVER_AUTH_MANAGE_STAFF_GRANT',
    mode: 'admin',
    title: 'shell.titles.staffGrants',
    layout: 'console',
    icon: 'grants',
    parent: '/permissionManagement',
    screen: async () => (await import('../features/acting/staff-grants.tsx')).StaffGrants,
  },
  {
    path: '/systemSettings',
    permission: 'DMS_SERVER_SYSTEM_SETTING',
    mode: 'admin',
    title: 'shell.titles.systemSettings',
    layout: 'console',
    icon: 'settings',
    redirect: paths.systemPersonalInformation,
  },
  {
    path: paths.systemPersonalInformation,
    permission: 'DMS_SERVER_SYSTEM_SETTING_USER_INFO',
    mode: 'admin',
    title: 'shell.titles.personalInformation',
    layout: 'console',
    icon: 'person',
    parent: '/systemSettings',
    screen: personalInformation,
  },
  {
    path: paths.applications,
    permission: 'DMS_SERVER_SYSTEM_SETTING_APPLICATION',
    mode: 'admin',
    title: 'shell.titles.applicationManagement',
    layout: 'console',
    icon: 'application',
    parent: '/systemSettings',
    screen: async () => (await import('../features/applications/application-list.tsx')).ApplicationList,
  },
  {
    path: paths.generalSettings,
    permission: 'DMS_SERVER_SYSTEM_GENERAL_SETTING',
    mode: 'admin',
    title: 'shell.titles.generalSettings',
    layout: 'console',
    icon: 'general',
    parent: '/systemSettings',
    screen: async () => (await import('../features/settings/general-settings.tsx')).GeneralSettings,
  },
  {
    path: paths.auditLog,
    permission: 'DMS_SERVER_SYSTEM_AUDIT_LOG',
    mode: 'admin',
    title: 'shell.titles.auditLog',
    layout: 'console',
    icon: 'auditLog',
    parent: '/systemSettings',
    screen: async () => (await import('../features/audit/audit-log.tsx')).AuditLog,
  },
  {
    path: paths.actingAccess,
    permission: 'DMS_SERVER_AUTH_MANAGE_ACTING',
    mode: 'admin',
    title: 'shell.titles.actingAccess',
    layout: 'console',
    icon: 'access',
    parent: '/systemSettings',
    screen: async () => (await import('../features/acting/acting-access.tsx')).ActingAccess,
  },
  {
    path: paths.personalInformation,
    permission: 'DMS_SERVER_SYSTEM_SETTING_USER_INFO',
    mode: 'default',
    title: 'shell.titles.personalInformation',
    layout: 'console',
    icon: 'person',
    screen: personalInformation,
  },
]

/** The routes of this installation. */
export const routeTable: readonly RouteEntry[] = singleAccountHome === null ? allRoutes : singleAccountRoutes
