/** The one builder of in-app addresses. */
export const paths = {
  login: '/login',
  notFound: '/404',
  smartCpeList: '/equipmentManagement/intelligence',
  smartCpe: (deviceId: string) => `/equipmentManagement/intelligence/${encodeURIComponent(deviceId)}`,
  unknownGateways: '/equipmentManagement/unknownGateways',
  preRegistration: '/equipmentManagement/preRegistration',
  redirect: (route: string) => `/redirect${route}`,
} as const
