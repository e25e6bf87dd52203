import { Form, Input, InputNumber, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { requestList, settingsRead } from './provider.ts'
import type { TokenRequest } from './request-panel.tsx'

interface Values {
  grant: boolean
  /** Cleared: undefined. */
  cost?: number | null
  tokens?: number | null
  answer: string
}

const initialValues: Values = { grant: true, answer: '' }

/** Grants more for this day or month, or refuses it with a reason. */
export function DecisionDrawer({ request, onClose }: { request: TokenRequest | null; onClose: () => void }) {
  const { t } = useTranslation()
  const decide = useAct('POST /api/v1/assistant/request/:requestId/decide', {
    refresh: [requestList, settingsRead],
    errors: 'caller',
  })
  return (
    <FormDrawer<Values>
      title={t('assistant.decideTitle', { name: request?.personName ?? '' })}
      open={request !== null}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={async ({ grant, cost, tokens, answer }) =>
        decide.mutateAsync({
          requestId: request?.id ?? '',
          grant,
          cost: grant ? (cost ?? null) : null,
          tokens: grant ? (tokens ?? null) : null,
          answer,
        })
      }
    >
      <p>
        {t('assistant.requestReason')}: {request?.reason}
      </p>
      <DecisionItems kind={request?.kind ?? 'day'} />
    </FormDrawer>
  )
}

function DecisionItems({ kind }: Pick<TokenRequest, 'kind'>) {
  const { t } = useTranslation()
  const grants = Form.useWatch('grant') !== false
  return (
    <>
      <Form.Item name="grant" label={t('assistant.decision')}>
        <Radio.Group
          options={[
            { value: true, label: t('assistant.grant') },
            { value: false, label: t('assistant.refuse') },
          ]}
        />
      </Form.Item>
      {grants && (
        <>
          <p className="quiet">{t(kind === 'day' ? 'assistant.grantHintDay' : 'assistant.grantHintMonth')}</p>
          <Form.Item name="tokens" label={t('assistant.grantTokens')}>
            <InputNumber min={1} precision={0} className="assistant-number" />
          </Form.Item>
          <Form.Item name="cost" label={t('assistant.grantCost')}>
            <InputNumber min={0.01} precision={2} className="assistant-number" />
          </Form.Item>
        </>
      )}
      <Form.Item
        name="answer"
        label={t('assistant.answer')}
        rules={grants ? [] : [{ required: true, whitespace: true, message: t('assistant.answerEmpty') }]}
      >
        <Input.TextArea rows={3} maxLength={500} />
      </Form.Item>
    </>
  )
}
