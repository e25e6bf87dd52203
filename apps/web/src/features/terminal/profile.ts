import type { EndpointOutput } from '@netward/contract'

export const profileList = 'GET /api/v1/device/terminal/profiles'

/** How many devices are entered alike. */
export type Profile = EndpointOutput<typeof profileList>[number]
