import type { EndpointOutput } from '@netward/contract'

export const profileList = 'GET /api/v1/device/terminal/profiles'

/** Number of devices with the same access settings. */
export type Profile = EndpointOutput<typeof profileList>[number]
