import type { PartReservationState } from '@netward/contract/part-values'
import type { StatusTone } from '../../ui/status-tag.tsx'

export const reservationTones: Record<PartReservationState, StatusTone> = {
  reserved: 'busy',
  issued: 'ok',
  freed: 'off',
}
