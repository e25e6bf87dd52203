import type { EndpointKey, EndpointOutput } from '@netward/contract'
import type { StatusTone } from '../../ui/status-tag.tsx'

export const registrationsEndpoint = 'POST /api/v1/auth/registration/lists'
export type Registration = EndpointOutput<typeof registrationsEndpoint>['items'][number]

/** Refetched after a decision. */
export const afterDecision: readonly EndpointKey[] = [registrationsEndpoint, 'GET /api/v1/workbench']

export const registrationStates = ['waiting', 'approved', 'refused'] as const

export const registrationTones: Record<Registration['state'], StatusTone> = {
  waiting: 'waiting',
  approved: 'ok',
  refused: 'off',
}

export const contactText = ({ phone, email }: Registration): string => phone ?? email ?? ''
