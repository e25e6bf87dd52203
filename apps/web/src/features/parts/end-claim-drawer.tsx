import { partClaimOutcomes } from '@netward/contract/part-values'
import { Form, Input, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { DateField } from '../../ui/date-field.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { afterClaim, type Claim, claimName } from './part.ts'

interface Values {
  outcome: (typeof partClaimOutcomes)[number]
  serial?: string
  warrantyUntil?: string
  note: string
}

const initialValues: Values = { outcome: 'repaired', note: '' }

/** Ends a return: repaired, replaced or refused. */
export function EndClaimDrawer(props: { claim: Claim | null; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { claim, open, onClose } = props
  const end = useAct('POST /api/v1/work/part/claim/:claimId/end', { errors: 'caller', refresh: afterClaim })
  return (
    <FormDrawer<Values>
      title={t('parts.claimEndTitle', { name: claim === null ? '' : claimName(claim) })}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={({ outcome, serial, warrantyUntil = '', note }) =>
        end.mutateAsync({
          claimId: claim?.id ?? '',
          outcome,
          note,
          ...(serial !== undefined && serial.trim() !== '' && { serial }),
          ...(warrantyUntil !== '' && { warrantyUntil }),
        })
      }
    >
      <Form.Item name="outcome" label={t('parts.outcome')}>
        <Radio.Group
          vertical
          options={partClaimOutcomes.map((value) => ({ value, label: t(`parts.outcomes.${value}`) }))}
        />
      </Form.Item>
      <Replacement serialised={claim?.serialId != null} />
      <Form.Item name="note" label={t('parts.note')}>
        <Input.TextArea maxLength={1000} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </FormDrawer>
  )
}

function Replacement({ serialised }: { serialised: boolean }) {
  const { t } = useTranslation()
  if (Form.useWatch('outcome') !== 'replaced' || !serialised) return null
  return (
    <>
      <Form.Item
        name="serial"
        label={t('parts.newSerial')}
        rules={[{ required: true, whitespace: true, message: t('parts.newSerialEmpty') }]}
      >
        <Input maxLength={64} autoComplete="off" className="mono" />
      </Form.Item>
      <Form.Item name="warrantyUntil" label={t('parts.warrantyUntil')}>
        <DateField />
      </Form.Item>
    </>
  )
}
