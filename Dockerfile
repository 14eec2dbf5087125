# The server alone; its database is another service (see docker-compose.yml).
FROM node:24-slim

WORKDIR /app
# Without optional packages: they hold the embedded Postgres, which DATABASE_URL makes superfluous.
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional

COPY tsconfig.json tsconfig.build.json ./
COPY scripts scripts
COPY src src
RUN npm run build

COPY migrations migrations
COPY views views
COPY public public

USER node
ENV NODE_ENV=production HOST=0.0.0.0
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.mjs"]
