import { licenceMoves, type LicenceRefusal } from '@netward/contract/states/licence'
import { Button, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { useByFilesReason } from './by-files.tsx'
import { afterChange, forMoves, type Licence } from './licence.ts'

interface Props {
  licence: Licence
  mayIssue: boolean
  mayRevoke: boolean
  onChange: () => void
  onHistory: () => void
}

export function LicenceActions({ licence, mayIssue, mayRevoke, onChange, onHistory }: Props) {
  const { t } = useTranslation()
  const revoke = useRevoke()
  const name = `${licence.companyName} ${t(`licences.kinds.${licence.kind}`)}`
  return (
    <>
      <Button
        type="link"
        size="small"
        aria-label={`${t('licences.historyShort')} ${name}`}
        onClick={onHistory}
      >
        {t('licences.historyShort')}
      </Button>
      {mayIssue && (
        <Move
          label={t('common.edit')}
          name={name}
          refusal={licenceMoves.renew(forMoves(licence))}
          act={onChange}
        >
          {t('common.edit')}
        </Move>
      )}
      {mayRevoke && (
        <Move
          label={t('licences.revoke')}
          name={name}
          refusal={licenceMoves.revoke(forMoves(licence))}
          act={() => revoke(licence)}
        >
          {t('licences.revoke')}
        </Move>
      )}
    </>
  )
}

/** A disabled one stays focusable and gives the reason. */
function Move(props: {
  label: string
  name: string
  refusal: LicenceRefusal | null
  act: () => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  const byFiles = useByFilesReason()
  const reason = props.refusal === null ? byFiles : t(`licences.refusal.${props.refusal}`)
  return (
    <Tooltip title={reason}>
      <Button
        type="link"
        size="small"
        aria-label={`${props.label} ${props.name}`}
        {...(reason !== null && { 'aria-disabled': true, className: 'licence-move-off' })}
        onClick={() => (reason === null ? props.act() : notify.info(reason))}
      >
        {props.children}
      </Button>
    </Tooltip>
  )
}

function useRevoke(): (licence: Licence) => void {
  const { t } = useTranslation()
  const format = useFormat()
  const confirm = useConfirm()
  const revoke = useAct('POST /api/v1/licence/:licenceId/revoke', { refresh: afterChange })
  return ({ id: licenceId, companyName: company, kind, quantity }) => {
    void confirm({
      title: t('licences.revokeTitle', { company }),
      text: t('licences.revokeText', {
        kind: t(`licences.kinds.${kind}`),
        quantity: format.number(quantity),
      }),
      action: t('licences.revoke'),
      act: async () => {
        await revoke.mutateAsync({ licenceId })
        notify.success(t('licences.revoked'))
      },
    })
  }
}
