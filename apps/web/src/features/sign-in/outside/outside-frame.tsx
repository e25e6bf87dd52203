import type { ReactNode } from 'react'
import { usePlatformName } from '../../../lib/platform-name.ts'
import { BrandMark } from '../../../ui/brand-mark.tsx'
import { SignInTools } from '../sign-in-tools.tsx'
import '../sign-in.css'
import './outside.css'

/** Pages of people without an account, made for a phone. */
export function OutsideFrame({
  title,
  about,
  children,
}: {
  title: string
  about?: string
  children: ReactNode
}) {
  const name = usePlatformName()
  return (
    <div className="outside">
      <header>
        <span>
          <BrandMark size={24} /> {name}
        </span>
        <SignInTools />
      </header>
      <main>
        <h1>{title}</h1>
        {about !== undefined && <p className="quiet">{about}</p>}
        {children}
      </main>
    </div>
  )
}
