/** Every address that is nobody's. Known to the router, which else would log it whole, with what it carries. */
export function loader() {
  throw new Response(null, { status: 404 });
}

export default function UnknownPage() {
  return null;
}
