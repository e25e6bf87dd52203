/** The one builder of in-app addresses. */
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
  unknownGateways: '/equipmentManagement/unknownGateways',
  preRegistration: '/equipmentManagement/preRegistration',
  generalSettings: '/systemSettings/generalSettings',
  registrations: '/organizationManagement/registration',
  roles: '/permissionManagement/roles',
  organisationStructure: '/permissionManagement/organizationalStructure',
  redirect: (route: string) => `/redirect${route}`,
} as const
