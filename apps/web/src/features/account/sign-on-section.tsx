import type { EndpointOutput } from '@netward/contract'
import { accountPages, isSignOnRefusal } from '@netward/contract/sign-on-values'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { parseSearch } from '../../lib/search.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { OwnPasswordField } from './own-password-field.tsx'

const endpoint = 'GET /api/v1/auth/account/sign-on'
type OwnWay = EndpointOutput<typeof endpoint>[number]

interface Asked {
  readonly way: OwnWay
  readonly act: 'link' | 'unlink'
}

/** Accounts at work that the own account is linked to. Nothing is shown where the company has no such way in. */
export function SignOnSection() {
  const { t } = useTranslation()
  const { data } = useApi(endpoint, {})
  const [asked, setAsked] = useState<Asked | null>(null)
  const [open, setOpen] = useState(false)
  useOutcome()
  if (data === undefined || data.length === 0) return null
  const ask = (way: OwnWay, act: Asked['act']) => {
    setAsked({ way, act })
    setOpen(true)
  }
  return (
    <Panel title={t('signOn.own')}>
      <p className="account-remark">{t('signOn.ownHint')}</p>
      <ul className="account-ways">
        {data.map((way) => (
          <li key={way.channelId}>
            <span className="account-way-label">{way.name}</span>
            <span className="account-way-value">
              {way.linkedAs === null ? t('signOn.ownNone') : t('signOn.ownLinked', { name: way.linkedAs })}
              {!way.mayLink && <small className="quiet">{t('signOn.ownDirectory')}</small>}
            </span>
            {way.linkedAs === null ? (
              way.mayLink && (
                <Button aria-label={`${t('signOn.ownLink')} ${way.name}`} onClick={() => ask(way, 'link')}>
                  {t('signOn.ownLink')}
                </Button>
              )
            ) : (
              <Button aria-label={`${t('signOn.ownUnlink')} ${way.name}`} onClick={() => ask(way, 'unlink')}>
                {t('signOn.ownUnlink')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asked !== null && <PasswordDrawer asked={asked} open={open} onClose={() => setOpen(false)} />}
    </Panel>
  )
}

/** The password first: the screen may have been left open. */
function PasswordDrawer({ asked, open, onClose }: { asked: Asked; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { way, act } = asked
  const { channelId, name } = way
  const pathname = useLocation({ select: (location) => location.pathname })
  const link = useAct('POST /api/v1/auth/account/sign-on/:channelId', { errors: 'caller' })
  const unlink = useAct('POST /api/v1/auth/account/sign-on/:channelId/unlink', {
    refresh: [endpoint],
    errors: 'caller',
  })
  const submit = async ({ password }: { password: string }) => {
    if (act === 'unlink') {
      await unlink.mutateAsync({ channelId, password })
      notify.success(t('signOn.ownUnlinked'))
      return
    }
    const back = accountPages.find((page) => page === pathname) ?? accountPages[0]
    const { location } = await link.mutateAsync({ channelId, password, back })
    window.location.assign(location)
  }
  return (
    <FormDrawer<{ password: string }>
      title={t(act === 'link' ? 'signOn.ownLinkTitle' : 'signOn.ownUnlinkTitle', { name })}
      open={open}
      onClose={onClose}
      initialValues={{ password: '' }}
      submitText={t(act === 'link' ? 'signOn.ownLinkSubmit' : 'signOn.ownUnlink')}
      savedText={false}
      danger={act === 'unlink'}
      onSubmit={submit}
    >
      <p className="account-remark">{t(act === 'link' ? 'signOn.ownLinkText' : 'signOn.ownUnlinkText')}</p>
      <OwnPasswordField />
    </FormDrawer>
  )
}

/** What came of linking stands in the address with which the service sent the browser back, once. */
function useOutcome(): void {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const searchText = useLocation({ select: (location) => location.searchStr })
  const { outside } = useMemo(() => parseSearch(searchText), [searchText])
  useEffect(() => {
    if (outside === 'linked') notify.success(t('signOn.ownLinkedDone'))
    else if (isSignOnRefusal(outside))
      notify.error(t('signOn.ownLinkFailed', { reason: t(`access.refusals.${outside}`) }))
    else return
    void navigate({ to: '.', search: {}, replace: true })
  }, [outside, navigate, t])
}
