import type { HeldKind } from '@netward/contract/offboarding-values'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-errors.ts'
import { useMay } from '../../lib/permissions.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { SuccessorSelect, successorOf } from './successor-select.tsx'
import { type Holdings, useHandOver } from './use-hand-over.ts'

type Values = { all: string | undefined } & Partial<Record<HeldKind, string>>

/** How the membership ends after the hand-over. */
export interface Leaving {
  readonly holdings: Holdings
  readonly end: 'disabled' | 'removed'
  /** Ends it; reports its own errors. */
  readonly finish: () => Promise<unknown>
}

/** What a member holds goes to others before the membership ends. */
export function HandOverDrawer({ leaving, onClose }: { leaving: Leaving; onClose: () => void }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const run = useHandOver()
  const mayOrders = useMay('DMS_SERVER_WORK_ORDER_EDIT')
  const mayAlarms = useMay('DMS_SERVER_ALARM_EDIT')
  const may = (kind: HeldKind) => (kind === 'orders' ? mayOrders : kind === 'alarms' ? mayAlarms : true)
  const [working, setWorking] = useState<HeldKind | null>(null)
  const { holdings: leaver, end, finish } = leaving
  const kinds = leaver.holdings.map(({ kind }) => kind)

  const submit = async (values: Values) => {
    const successors = new Map(
      kinds.flatMap((kind) => {
        const value = values[kind]
        return may(kind) && value !== undefined ? [[kind, successorOf(value)] as const] : []
      }),
    )
    try {
      const failed = await run(leaver, successors, setWorking)
      if (failed.length > 0)
        throw new ApiError({
          code: '50001',
          message: t('offboarding.left', { count: failed.length }),
          data: { failed },
        })
      await finish()
    } finally {
      setWorking(null)
    }
  }
  const leaveAnyway = () =>
    void confirm({
      title: t('offboarding.anywayTitle'),
      text: t('offboarding.anywayText'),
      action: t(`offboarding.actAnyway.${end}`),
      act: async () => {
        await finish()
        onClose()
      },
    })
  return (
    <FormDrawer<Values>
      title={t('offboarding.title', { name: leaver.displayName })}
      open
      onClose={onClose}
      width={560}
      initialValues={{ all: undefined }}
      submitText={t(`offboarding.act.${end}`)}
      savedText={false}
      danger
      onSubmit={submit}
    >
      {(form) => (
        <>
          <p>{t('offboarding.intro')}</p>
          {kinds.length > 1 && (
            <Form.Item name="all" label={t('offboarding.toAll')}>
              <SuccessorSelect
                leaverId={leaver.memberId}
                nobodyHint={null}
                onChange={(value) => {
                  form.setFieldsValue(Object.fromEntries(kinds.filter(may).map((kind) => [kind, value])))
                }}
              />
            </Form.Item>
          )}
          {leaver.holdings.map(({ kind, count, names }) => (
            <Form.Item
              key={kind}
              name={kind}
              label={`${t(`offboarding.kinds.${kind}`)} (${count})`}
              extra={
                may(kind) ? names.join(' · ') + (count > names.length ? ' …' : '') : t('offboarding.mayNot')
              }
              rules={may(kind) ? [{ required: true, message: t('offboarding.choose') }] : []}
            >
              <SuccessorSelect
                leaverId={leaver.memberId}
                disabled={!may(kind)}
                nobodyHint={kind === 'orders' ? null : t(`offboarding.nobodyHints.${kind}`)}
              />
            </Form.Item>
          ))}
          {leaver.credentials > 0 && (
            <p>{t('offboarding.credentialsFound', { count: leaver.credentials })}</p>
          )}
          {working !== null && (
            <output>{t('offboarding.working', { kind: t(`offboarding.kinds.${working}`) })}</output>
          )}
          <Button type="link" danger onClick={leaveAnyway}>
            {t(`offboarding.actAnyway.${end}`)}
          </Button>
        </>
      )}
    </FormDrawer>
  )
}
