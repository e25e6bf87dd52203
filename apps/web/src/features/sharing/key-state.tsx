import type { AssignmentState, SharingKeyState } from '@netward/contract/sharing-values'
import { useTranslation } from 'react-i18next'
import { StatusTag } from '../../ui/status-tag.tsx'
import { assignmentTones, keyTones } from './sharing.ts'

export function KeyState({ state }: { state: SharingKeyState }) {
  const { t } = useTranslation()
  return <StatusTag tone={keyTones[state]}>{t(`sharing.states.${state}`)}</StatusTag>
}

export function AssignmentTag({ state }: { state: AssignmentState }) {
  const { t } = useTranslation()
  return <StatusTag tone={assignmentTones[state]}>{t(`sharing.assignmentStates.${state}`)}</StatusTag>
}
