import { PlusOutlined } from '@ant-design/icons'
import { mostPersonalTokenDays } from '@netward/contract/personal-token-values'
import { Button, Form, Input, InputNumber } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { Facts, Panel } from '../../ui/detail-page.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useShownOnce } from '../../ui/shown-once.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { type OwnToken, tokensEndpoint } from './account.ts'

/** Tokens for the user's own scripts and agents. */
export function TokensSection() {
  const { t } = useTranslation()
  const { data, error, refetch } = useApi(tokensEndpoint, {})
  const [open, setOpen] = useState(false)
  return (
    <Panel
      title={t('personalTokens.title')}
      actions={
        <Button icon={<PlusOutlined aria-hidden />} onClick={() => setOpen(true)}>
          {t('personalTokens.make')}
        </Button>
      }
    >
      <p className="quiet">{t('personalTokens.hint')}</p>
      {data === undefined ? (
        error === null ? (
          <LoadingState rows={2} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : data.length === 0 ? (
        <EmptyState title={t('personalTokens.empty')} hint={t('personalTokens.emptyHint')} />
      ) : (
        <ul className="account-sessions">
          {data.map((token) => (
            <TokenLine key={token.id} token={token} />
          ))}
        </ul>
      )}
      <TokenDrawer open={open} onClose={() => setOpen(false)} />
    </Panel>
  )
}

function TokenLine({ token }: { token: OwnToken }) {
  const { t } = useTranslation()
  const format = useFormat()
  const end = useEnd()
  const because = token.endedBecause === null ? null : t(`personalTokens.because.${token.endedBecause}`)
  return (
    <li>
      <div className="account-session-head">
        <strong>{token.name}</strong>
        {token.state === 'active' ? (
          <Button
            size="small"
            danger
            aria-label={t('personalTokens.endOf', { name: token.name })}
            onClick={() => end(token)}
          >
            {t('personalTokens.end')}
          </Button>
        ) : (
          <StatusTag tone="off">{because ?? t(`personalTokens.states.${token.state}`)}</StatusTag>
        )}
      </div>
      <Facts
        facts={[
          { label: t('personalTokens.company'), value: token.companyName },
          { label: t('personalTokens.created'), value: format.dateTime(token.createdAt) },
          { label: t('personalTokens.expires'), value: format.dateTime(token.expiresAt) },
          {
            label: t('personalTokens.lastUsed'),
            value:
              token.lastUsedAt === null ? t('personalTokens.never') : <RelativeTime at={token.lastUsedAt} />,
          },
        ]}
      />
    </li>
  )
}

interface Values {
  name: string
  days: number
}

const initialValues: Values = { name: '', days: 30 }

function TokenDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const show = useShownOnce()
  const make = useAct('POST /api/v1/auth/account/tokens', { refresh: [tokensEndpoint], errors: 'caller' })
  const submit = async (values: Values) => {
    const { token } = await make.mutateAsync(values)
    show({
      title: t('personalTokens.madeTitle'),
      values: [
        { label: t('personalTokens.token'), value: token },
        { label: t('personalTokens.address'), value: `${window.location.origin}/mcp` },
      ],
      text: t('personalTokens.madeText'),
    })
  }
  return (
    <FormDrawer<Values>
      title={t('personalTokens.make')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      submitText={t('personalTokens.makeSubmit')}
      savedText={false}
      onSubmit={submit}
    >
      <Form.Item
        name="name"
        label={t('personalTokens.name')}
        rules={[{ required: true, whitespace: true, message: t('personalTokens.nameEmpty') }]}
      >
        <Input maxLength={100} placeholder={t('personalTokens.namePlaceholder')} />
      </Form.Item>
      <Form.Item
        name="days"
        label={t('personalTokens.days')}
        rules={[
          {
            required: true,
            type: 'integer',
            min: 1,
            max: mostPersonalTokenDays,
            message: t('personalTokens.daysRule', { most: mostPersonalTokenDays }),
          },
        ]}
      >
        <InputNumber precision={0} min={1} max={mostPersonalTokenDays} />
      </Form.Item>
    </FormDrawer>
  )
}

function useEnd(): (token: OwnToken) => void {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const end = useAct('DELETE /api/v1/auth/account/tokens/:tokenId', { refresh: [tokensEndpoint] })
  return ({ id: tokenId, name }) => {
    void confirm({
      title: t('personalTokens.endTitle', { name }),
      text: t('personalTokens.endText'),
      action: t('personalTokens.end'),
      act: async () => {
        await end.mutateAsync({ tokenId })
        notify.success(t('personalTokens.ended'))
      },
    })
  }
}
