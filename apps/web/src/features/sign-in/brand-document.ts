interface BrandedCompany {
  readonly name: string
  readonly logoUrl: string | null
}

/** The tab of a company's sign-in page names the company and shows its logo. */
export function brandDocument(title: string, { name, logoUrl }: BrandedCompany): void {
  document.title = `${title} - ${name}`
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (icon === null || logoUrl === null) return
  icon.removeAttribute('type')
  icon.href = logoUrl
}
