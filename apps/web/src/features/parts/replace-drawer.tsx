import { Form, Radio } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { type Broken, BrokenItems, noBroken, sentBroken } from './broken-items.tsx'
import { afterReplacement, brokenRead, lifeRead } from './part.ts'

interface Values extends Broken {
  when: 'now' | 'later'
}

/** A piece of the company, or of another one: of that the model is unknown here. */
export interface ReplacingPart {
  readonly id: string
  readonly serial: string | null
  readonly modelId?: string
  readonly shared?: boolean
}

/** Replaces the device of an order by a reserved piece. */
export function ReplaceDrawer(props: {
  orderId: string
  part: ReplacingPart | null
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { orderId, part, open, onClose } = props
  const broken = useApi(brokenRead, { orderId }, { enabled: open }).data
  const replace = useAct('POST /api/v1/work/order/:orderId/replacement', {
    errors: 'caller',
    refresh: [...afterReplacement, lifeRead, 'GET /api/v1/work/order/:orderId'],
  })
  const serial = part?.serial ?? ''
  const modelId = part?.modelId
  const initialValues = useMemo(
    (): Values => ({ ...noBroken, when: 'now', ...(modelId !== undefined && { modelId }) }),
    [modelId],
  )
  const submit = async ({ when, ...back }: Values) => {
    const reservationId = part?.id ?? ''
    await replace.mutateAsync({
      orderId,
      reservationId,
      shared: part?.shared ?? false,
      ...(when === 'now' && { back: sentBroken(back) }),
    })
    notify.success(t('parts.replaceDone'))
  }
  return (
    <FormDrawer<Values>
      title={t('parts.replaceTitle', { serial })}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={submit}
      savedText={false}
    >
      <p className="quiet">{t(part?.shared ? 'parts.replaceSharedHint' : 'parts.replaceHint')}</p>
      {broken?.isGateway === true && <p className="quiet">{t('parts.replaceGatewayHint', { serial })}</p>}
      <Form.Item name="when" label={t('parts.replaceBack')}>
        <Radio.Group
          options={[
            { value: 'now', label: t('parts.replaceBackNow') },
            { value: 'later', label: t('parts.replaceBackLater') },
          ]}
        />
      </Form.Item>
      <Back open={open} serial={broken?.serial ?? ''} />
    </FormDrawer>
  )
}

function Back(props: { open: boolean; serial: string }) {
  return Form.useWatch('when') === 'later' ? null : <BrokenItems {...props} />
}
